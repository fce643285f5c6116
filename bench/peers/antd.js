import { Table } from 'antd'
import { createElement, useLayoutEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Runs in the page: the virtual table of Ant Design. It knows no cursor, so it has the least there can be. */
globalThis.layPeer = async ({ rows, height, rowHeight, columns, samples }) => {
  const host = document.createElement('div')
  host.setAttribute('role', 'grid')
  host.tabIndex = 0
  document.body.replaceChildren(host)
  const data = Array.from({ length: rows }, (_, key) =>
    Object.fromEntries([['key', key], ...samples[key % samples.length].map((text, index) => [`c${index}`, text])]),
  )
  const heads = columns.map(({ width }, index) => ({ title: `c${index}`, dataIndex: `c${index}`, width, ellipsis: true }))
  const scroll = { x: columns.reduce((sum, { width }) => sum + width, 0), y: height - rowHeight }
  const screen = Math.floor(scroll.y / rowHeight) - 1
  const moves = {
    ArrowDown: (row) => row + 1,
    j: (row) => row + 1,
    PageDown: (row) => row + screen,
    End: () => rows - 1,
    Home: () => 0,
  }
  function Peer() {
    const table = useRef(null)
    const [at, moveTo] = useState(0)
    useLayoutEffect(() => {
      host.onkeydown = (event) => {
        const move = moves[event.key]
        if (move === undefined) return
        event.preventDefault()
        moveTo((row) => Math.min(rows - 1, move(row)))
      }
      table.current?.scrollTo({ index: at })
      host.dataset.place = `row ${at}`
    }, [at])
    return createElement(Table, {
      ref: table,
      virtual: true,
      size: 'small',
      pagination: false,
      columns: heads,
      dataSource: data,
      scroll,
      rowClassName: (_, index) => (index === at ? 'here' : ''),
    })
  }
  createRoot(host).render(createElement(Peer))
  const bar = () => host.querySelector('.ant-table-tbody-virtual-holder')
  while (bar() === null) await new Promise(requestAnimationFrame)
  await new Promise((done) => setTimeout(done, 500))
  bar().dataset.scroller = ''
  host.focus()
}
