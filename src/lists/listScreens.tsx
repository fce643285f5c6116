import { ListScreen } from './ListScreen.tsx'
import { agentPayin, payin, usdtPayin } from './orders.ts'

export const PayinScreen = () => <ListScreen list={payin} />
export const UsdtPayinScreen = () => <ListScreen list={usdtPayin} />
export const AgentPayinScreen = () => <ListScreen list={agentPayin} />
