// One chunk: both bars appear with a selection.
export { BulkBar } from './BulkBar.tsx'
export { SumBar } from './SumBar.tsx'
