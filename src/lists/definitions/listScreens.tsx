import { ListScreen } from '../ListScreen.tsx'
import { payin } from './payins.ts'

export const PayinScreen = () => <ListScreen list={payin} />
