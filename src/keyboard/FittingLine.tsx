import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './FittingLine.module.css'

interface FittingLineProps {
  /** Child -> its key. */
  items: readonly { readonly id: string }[]
  children(item: number): ReactNode
  /** What follows the line where only the first `count` items fit. */
  rest(count: number): ReactNode
}

/** As many items as fit into one line. */
export function FittingLine({ items, children, rest }: FittingLineProps) {
  const line = useRef<HTMLDivElement>(null)
  const [{ count, gap }, setFitting] = useState({ count: items.length, gap: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items are observed anew
  useLayoutEffect(() => {
    const element = line.current
    if (element === null) return
    const measure = () => {
      const next = measureFitting(element)
      setFitting((last) => (last.count === next.count && last.gap === next.gap ? last : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [element, ...element.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [items])
  return (
    <>
      <div ref={line} className={styles.line}>
        {items.map(({ id }, index) => (
          <div key={id} inert={index >= count}>
            {children(index)}
          </div>
        ))}
      </div>
      {/* Moved without a layout, which would give the line more room. */}
      {count < items.length && <div style={{ translate: `${-gap}px` }}>{rest(count)}</div>}
    </>
  )
}

/** How many children fit, and the pixels that are left behind them. */
function measureFitting(line: HTMLElement): { count: number; gap: number } {
  const children = [...line.children] as HTMLElement[]
  const fits = ({ offsetTop, offsetLeft, offsetWidth }: HTMLElement): boolean =>
    offsetTop === children[0]?.offsetTop && offsetLeft + offsetWidth <= line.clientWidth
  const first = children.findIndex((child) => !fits(child))
  const count = first === -1 ? children.length : first
  const last = children[count - 1]
  return { count, gap: line.clientWidth - (last === undefined ? 0 : last.offsetLeft + last.offsetWidth) }
}
