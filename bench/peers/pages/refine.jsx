import '@ant-design/v5-patch-for-react-19'
import '@refinedev/antd/dist/reset.css'
import { List, ThemedLayout, useTable } from '@refinedev/antd'
import { Authenticated, Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { Table, Tag } from 'antd'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Outlet, Route, Routes } from 'react-router'
import { COLUMNS, fetchPayins, formatAmount, formatTime, PAGE_SIZE, STATUSES, storedToken, TONES } from './payins.js'

const dataProvider = {
  async getList({ pagination: { currentPage, pageSize }, sorters: [sorter], filters }) {
    const { rows, total } = await fetchPayins({
      offset: (currentPage - 1) * pageSize,
      limit: pageSize,
      sort: sorter && `${sorter.field}.${sorter.order}`,
      status: filters.find(({ field }) => field === 'status')?.value,
    })
    return { data: rows, total }
  },
  getApiUrl: () => '/api',
}

const authProvider = {
  check: async () => ({ authenticated: storedToken() !== null }),
  onError: async () => ({}),
  login: async () => ({ success: true }),
  logout: async () => ({ success: true }),
}

const RENDERERS = {
  amount: formatAmount,
  time: formatTime,
  status: (status) => <Tag color={TONES[status]}>{status}</Tag>,
}

function Payins() {
  const { tableProps } = useTable({ resource: 'payins', pagination: { pageSize: PAGE_SIZE } })
  return (
    <List title="Payins">
      <Table {...tableProps} rowKey="id" size="small">
        {COLUMNS.map(({ name, title, width, kind, isSortable = false }) => (
          <Table.Column
            key={name}
            dataIndex={name}
            title={title}
            width={width}
            align={kind === 'amount' ? 'right' : 'left'}
            sorter={isSortable}
            {...(RENDERERS[kind] && { render: RENDERERS[kind] })}
            {...(kind === 'status' && { filters: STATUSES.map((value) => ({ text: value, value })) })}
          />
        ))}
      </Table>
    </List>
  )
}

createRoot(document.getElementById('root')).render(
  <BrowserRouter>
    <Refine
      dataProvider={dataProvider}
      authProvider={authProvider}
      routerProvider={routerProvider}
      resources={[{ name: 'payins', list: '/' }]}
      options={{ disableTelemetry: true }}
    >
      <Routes>
        <Route
          element={
            <Authenticated key="signed-in" fallback="signed out">
              <ThemedLayout>
                <Outlet />
              </ThemedLayout>
            </Authenticated>
          }
        >
          <Route index element={<Payins />} />
        </Route>
      </Routes>
    </Refine>
  </BrowserRouter>,
)
