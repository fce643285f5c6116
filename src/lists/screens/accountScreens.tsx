import { accountDaily, accountDetail } from '../definitions/account.ts'
import { agentDays } from '../definitions/agentDays.ts'
import { agentMerchants, subMerchants } from '../definitions/merchants.ts'
import { recharge, transfer, withdraw } from '../definitions/movements.ts'
import { ListScreen } from '../ListScreen.tsx'

/** The screens of movements, account statements and merchants. One chunk, separate from the first screen. */
export const RechargeScreen = () => <ListScreen list={recharge} />
export const WithdrawScreen = () => <ListScreen list={withdraw} />
export const TransferScreen = () => <ListScreen list={transfer} />
export const AccountDetailScreen = () => <ListScreen list={accountDetail} />
export const AccountDailyScreen = () => <ListScreen list={accountDaily} />
export const AgentDaysScreen = () => <ListScreen list={agentDays} />
export const AgentMerchantsScreen = () => <ListScreen list={agentMerchants} />
export const SubMerchantsScreen = () => <ListScreen list={subMerchants} />
