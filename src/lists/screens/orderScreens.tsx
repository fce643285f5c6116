import { agentPayin, agentPayout, checkout, payout, usdtPayin, usdtPayout } from '../definitions/orders.ts'
import { ListScreen } from '../ListScreen.tsx'

/** The order screens that are not needed for the first screen. */
export const PayoutScreen = () => <ListScreen list={payout} />
export const CheckoutScreen = () => <ListScreen list={checkout} />
export const UsdtPayinScreen = () => <ListScreen list={usdtPayin} />
export const UsdtPayoutScreen = () => <ListScreen list={usdtPayout} />
export const AgentPayinScreen = () => <ListScreen list={agentPayin} />
export const AgentPayoutScreen = () => <ListScreen list={agentPayout} />
