import { payin } from '../definitions/payins.ts'
import { ListScreen } from '../ListScreen.tsx'

export const PayinScreen = () => <ListScreen list={payin} />
