import { ListScreen } from '../ListScreen.tsx'
import { agentPayin, agentPayout } from './agent.ts'
import { checkout } from './checkouts.ts'
import { payout } from './payouts.ts'
import { usdtPayin, usdtPayout } from './usdt.ts'

/** The lists of orders that nobody needs for his first look at payins. */
export const PayoutScreen = () => <ListScreen list={payout} />
export const CheckoutScreen = () => <ListScreen list={checkout} />
export const UsdtPayinScreen = () => <ListScreen list={usdtPayin} />
export const UsdtPayoutScreen = () => <ListScreen list={usdtPayout} />
export const AgentPayinScreen = () => <ListScreen list={agentPayin} />
export const AgentPayoutScreen = () => <ListScreen list={agentPayout} />
