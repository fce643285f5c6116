import { CellStyleModule, InfiniteRowModelModule, ModuleRegistry, TextFilterModule } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { createRoot } from 'react-dom/client'
import { COLUMNS, fetchPayins, formatAmount, formatTime } from './payins.js'

// Only the parts that the page uses, as its documentation advises for a small bundle.
ModuleRegistry.registerModules([InfiniteRowModelModule, TextFilterModule, CellStyleModule])

/** Rows of a block; the grid fetches further ones as it is scrolled. */
const BLOCK = 100

const FORMATS = {
  amount: ({ value }) => (value === undefined ? '' : formatAmount(value)),
  time: ({ value }) => (value === undefined ? '' : formatTime(value)),
}

const columnDefs = COLUMNS.map(({ name, title, width, kind, isSortable = false }) => ({
  field: name,
  headerName: title,
  width,
  sortable: isSortable,
  ...(FORMATS[kind] && { valueFormatter: FORMATS[kind] }),
  ...(kind === 'amount' && { cellStyle: { textAlign: 'right' } }),
  ...(kind === 'status' && { filter: 'agTextColumnFilter' }),
}))

const datasource = {
  async getRows({ startRow, endRow, sortModel: [sorter], filterModel, successCallback }) {
    const { rows, total } = await fetchPayins({
      offset: startRow,
      limit: endRow - startRow,
      sort: sorter && `${sorter.colId}.${sorter.sort}`,
      status: filterModel.status?.filter,
    })
    successCallback(rows, total)
  },
}

createRoot(document.getElementById('root')).render(
  <div style={{ height: 'calc(100vh - 16px)' }}>
    <AgGridReact columnDefs={columnDefs} rowModelType="infinite" cacheBlockSize={BLOCK} datasource={datasource} />
  </div>,
)
