import { afterEach, expect, test, vi } from 'vitest'
import { createKeyQueue } from '../../src/keyboard/queue/keyQueue.ts'

afterEach(() => document.body.replaceChildren())

function open() {
  let laterMs = 0
  const held = createKeyQueue(document)
  const heard: string[] = []
  const popup = document.createElement('div')
  popup.setAttribute('role', 'menu')
  const button = document.createElement('button')
  const field = document.createElement('input')
  popup.append(button, field)
  popup.addEventListener('keydown', ({ key }) => heard.push(key))
  button.addEventListener('click', () => heard.push('pressed'))
  field.addEventListener('input', () => heard.push(field.value))
  const press = (key: string, init: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, ...init })
    return held.capture(Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + laterMs }))
  }
  const arrive = async (part: HTMLElement) => {
    document.body.append(popup)
    part.focus()
    await Promise.resolve()
  }
  return { held, heard, press, arrive, button, field, wait: (ms: number) => (laterMs += ms) }
}

test('keys typed before a menu has the focus are replayed in the menu', async () => {
  const { held, heard, press, arrive, button } = open()
  expect(press('j')).toBe(false)
  held.expectFocus()
  expect([press('ArrowDown'), press('Enter')]).toEqual([true, true])
  await arrive(button)
  await vi.waitFor(() => expect(heard).toEqual(['ArrowDown', 'Enter', 'pressed']))
  expect(press('j')).toBe(false)
})

test('keys are replayed in a field letter by letter', async () => {
  const { held, heard, press, arrive, field } = open()
  held.expectFocus()
  press('g')
  press('i')
  await arrive(field)
  await vi.waitFor(() => expect(heard).toEqual(['g', 'g', 'i', 'gi']))
})

test('a key that moves the focus later than at once is replayed before the next ones, which go to where it went', async () => {
  const { held, press, arrive, button, field } = open()
  button.addEventListener('keydown', async () => {
    await null
    field.focus()
  })
  held.expectFocus()
  for (const key of 'nwrong') press(key)
  await arrive(button)
  await vi.waitFor(() => expect(field.value).toBe('wrong'))
})

test('keys replayed while others wait come before them', async () => {
  const { held, press, arrive, field } = open()
  held.expectFocus()
  press('c')
  held.replay([...'ab'].map((key) => ({ key, code: '', shiftKey: false })))
  await arrive(field)
  await vi.waitFor(() => expect(field.value).toBe('abc'))
})

test('a field expected by selector receives its keys, and Enter submits its form', async () => {
  const { held, heard, press } = open()
  const form = document.createElement('form')
  const field = document.createElement('input')
  form.append(field)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    heard.push(`sent ${field.value}`)
  })
  held.expectFocus('form input')
  for (const key of ['n', 'o', 'Enter']) expect(press(key)).toBe(true)
  document.body.append(form)
  field.focus()
  await vi.waitFor(() => expect(heard).toEqual(['sent no']))
  expect(press('j')).toBe(false)
})

test('Tab, links, switches and lines of text are replayed as the browser would act on them', async () => {
  const { held, heard, press } = open()
  document.body.innerHTML =
    '<a href="#/">Home</a><span tabindex="-1"></span><button disabled></button><input type="checkbox"><textarea></textarea>'
  const [link, box, lines] = ['a', 'input', 'textarea'].map((name) => document.querySelector<HTMLElement>(name)!)
  link!.addEventListener('click', () => heard.push('followed'))
  link!.focus()
  const keys = held.hold()
  for (const key of ['Enter', 'Tab', ' ', 'Tab', 'a', 'Enter', 'b', 'Tab']) expect(press(key)).toBe(true)
  keys.release()
  await vi.waitFor(() => expect((lines as HTMLTextAreaElement).value).toBe('a\nb'))
  expect(heard).toEqual(['followed'])
  expect((box as HTMLInputElement).checked).toBe(true)
  await vi.waitFor(() => expect(document.activeElement).toBe(link))
})

test('Tab that is replayed stops once in a group of radio buttons: at the checked one', async () => {
  const { held, press } = open()
  const group = (name: string, checked: number) =>
    [1, 2, 3].map((n) => `<input type="radio" name="${name}" value="${name}${n}" ${n === checked ? 'checked' : ''}>`).join('')
  document.body.innerHTML = `<a href="#/">Home</a>${group('a', 2)}${group('b', 0)}<button>On</button>`
  document.querySelector('a')!.focus()
  for (const expected of ['a2', 'b1', '', 'b3']) {
    const keys = held.hold()
    expect(press('Tab', { shiftKey: expected === 'b3' })).toBe(true)
    keys.release()
    await vi.waitFor(() => expect((document.activeElement as HTMLInputElement).value).toBe(expected))
  }
})

test('Escape, a timeout and cancelling stop the queue', async () => {
  const { held, heard, press, arrive, button, wait } = open()
  const giveUp = held.expectFocus()
  press('j')
  expect(press('Escape')).toBe(false)
  held.expectFocus()
  wait(6_000)
  expect(press('j')).toBe(false)
  giveUp()
  await arrive(button)
  expect(heard).toEqual([])
})
