import { Admin, ChipField, Datagrid, DateField, List, NumberField, Resource, SelectInput, TextField } from 'react-admin'
import { createRoot } from 'react-dom/client'
import { COLUMNS, fetchPayins, PAGE_SIZE, STATUSES, storedToken } from './payins.js'

const dataProvider = {
  async getList(_, { pagination: { page, perPage }, sort, filter }) {
    const { rows, total } = await fetchPayins({
      offset: (page - 1) * perPage,
      limit: perPage,
      sort: `${sort.field}.${sort.order.toLowerCase()}`,
      status: filter.status,
    })
    return { data: rows, total }
  },
}

const authProvider = {
  checkAuth: async () => {
    if (storedToken() === null) throw new Error('signed out')
  },
  checkError: async () => {},
  login: async () => {},
  logout: async () => {},
}

const FIELDS = {
  amount: (props) => <NumberField {...props} options={{ minimumFractionDigits: 2 }} />,
  time: (props) => <DateField {...props} showTime />,
  status: (props) => <ChipField {...props} size="small" />,
}

const filters = [<SelectInput key="status" source="status" choices={STATUSES.map((id) => ({ id, name: id }))} alwaysOn />]

const Payins = () => (
  <List perPage={PAGE_SIZE} sort={{ field: 'createTime', order: 'DESC' }} filters={filters} exporter={false} title="Payins">
    <Datagrid bulkActionButtons={false} rowClick={false}>
      {COLUMNS.map(({ name, title, kind, isSortable = false }) => {
        const Field = FIELDS[kind] ?? TextField
        return <Field key={name} source={name} label={title} sortable={isSortable} />
      })}
    </Datagrid>
  </List>
)

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider} disableTelemetry>
    <Resource name="payins" list={Payins} />
  </Admin>,
)
