import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'

export const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: /./ })
export const isOpen = () => screen.queryByRole('dialog') !== null

const said = (option: Element) => option.querySelector('.sr-only')?.textContent ?? ''

/** Screen-reader texts of the rows, in order. */
export const rows = () => screen.queryAllByRole('option').map(said)

/** The active row as a screen reader finds it: by `aria-activedescendant`, which must name a mounted row. */
export function active(): string | null {
  const id = input().getAttribute('aria-activedescendant')
  if (id === null) return null
  const option = document.getElementById(id)
  expect(option).not.toBeNull()
  expect(option).toHaveProperty('role', 'option')
  expect(screen.getAllByRole('option', { selected: true })).toEqual([option])
  return option === null ? null : said(option)
}

export const listbox = () => within(screen.getByRole('dialog')).getByRole('listbox')

/** The focused element, by its label or text. */
export const focused = () => {
  const element = document.activeElement
  if (element === null || element === document.body) return 'body'
  return element.getAttribute('aria-label') ?? element.textContent
}
