import '@ant-design/v5-patch-for-react-19'
import { ProTable } from '@ant-design/pro-components'
import { createRoot } from 'react-dom/client'
import { COLUMNS, fetchPayins, PAGE_SIZE, TONES } from './payins.js'

const VALUE_TYPES = { amount: 'digit', time: 'dateTime' }

const statuses = Object.fromEntries(
  Object.entries(TONES).map(([status, tone]) => [status, { text: status, status: tone[0].toUpperCase() + tone.slice(1) }]),
)

const columns = COLUMNS.map(({ name, title, width, kind, isSortable = false }) => ({
  dataIndex: name,
  title,
  width,
  sorter: isSortable,
  align: kind === 'amount' ? 'right' : 'left',
  ...(VALUE_TYPES[kind] && { valueType: VALUE_TYPES[kind], fieldProps: kind === 'amount' ? { precision: 2 } : {} }),
  ...(kind === 'status' && { valueEnum: statuses, filters: true, onFilter: false }),
}))

const DIRECTIONS = { ascend: 'asc', descend: 'desc' }

async function request({ current, pageSize }, sorted, filtered) {
  const [sorter] = Object.entries(sorted)
  const { rows, total } = await fetchPayins({
    offset: (current - 1) * pageSize,
    limit: pageSize,
    sort: sorter && `${sorter[0]}.${DIRECTIONS[sorter[1]]}`,
    status: filtered.status ?? undefined,
  })
  return { data: rows, total, success: true }
}

createRoot(document.getElementById('root')).render(
  <ProTable
    headerTitle="Payins"
    rowKey="id"
    size="small"
    search={false}
    pagination={{ defaultPageSize: PAGE_SIZE }}
    columns={columns}
    request={request}
  />,
)
