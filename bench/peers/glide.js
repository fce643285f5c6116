import '@glideapps/glide-data-grid/dist/index.css'
import { CompactSelection, DataEditor, GridCellKind } from '@glideapps/glide-data-grid'
import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Runs in the page: Glide Data Grid, which draws on a canvas and says by itself where its cursor is. */
globalThis.layPeer = async ({ rows, height, rowHeight, columns, samples }) => {
  const host = document.createElement('div')
  host.setAttribute('role', 'grid')
  host.dataset.place = 'row 0'
  const portal = document.createElement('div')
  portal.id = 'portal'
  document.body.replaceChildren(host, portal)
  const header = columns.findIndex(({ isRowHeader }) => isRowHeader)
  const at = (column, row) => ({
    columns: CompactSelection.empty(),
    rows: CompactSelection.empty(),
    current: { cell: [column, row], range: { x: column, y: row, width: 1, height: 1 }, rangeStack: [] },
  })
  const heads = columns.map(({ width }, index) => ({ id: `c${index}`, title: `c${index}`, width }))
  const cell = ([column, row]) => {
    const text = samples[row % samples.length][column]
    return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: false }
  }
  function Peer() {
    const [selection, select] = useState(() => at(header, 0))
    return createElement(DataEditor, {
      width: host.clientWidth,
      height,
      rows,
      rowHeight,
      headerHeight: rowHeight,
      columns: heads,
      getCellContent: cell,
      gridSelection: selection,
      onGridSelectionChange(next) {
        if (next.current !== undefined) host.dataset.place = `row ${next.current.cell[1]}`
        select(next)
      },
    })
  }
  createRoot(host).render(createElement(Peer))
  while (host.querySelector('canvas') === null) await new Promise(requestAnimationFrame)
  await new Promise((done) => setTimeout(done, 500))
  host.querySelector('.dvn-scroller').dataset.scroller = ''
  host.querySelector('canvas').focus()
}
