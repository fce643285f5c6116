import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Component, type ReactNode, type Ref, StrictMode, useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { type LazyButtonProps, lazyComponent, lazyControl } from '../../src/ui/lazyComponent.tsx'

const Panel = ({ title }: { title: string }) => <p>{title}</p>

/** A script that comes when the test lets it. */
function script<Part>(part: Part) {
  const asked: PromiseWithResolvers<Part>[] = []
  return {
    asked,
    load() {
      const one = Promise.withResolvers<Part>()
      asked.push(one)
      return one.promise
    },
    come: () => act(async () => asked.at(-1)?.resolve(part)),
    fail: () => act(async () => asked.at(-1)?.reject(new TypeError('offline'))),
  }
}

class Boundary extends Component<{ children: ReactNode }, { fault: string | null }> {
  override state = { fault: null }
  static getDerivedStateFromError = ({ message }: Error) => ({ fault: message })
  override render() {
    if (this.state.fault === null) return this.props.children
    return (
      <button type="button" onClick={() => this.setState({ fault: null })}>
        {this.state.fault}
      </button>
    )
  }
}

test('a part is drawn when its script has come, and asked for once', async () => {
  const { load, come, asked } = script(Panel)
  const Late = lazyComponent(load)
  render(
    <StrictMode>
      <Late title="one" />
      <Late title="two" />
    </StrictMode>,
  )
  expect([asked.length, document.body.textContent]).toEqual([1, ''])
  await come()
  expect(document.body.textContent).toBe('onetwo')
})

test('a part whose script came ahead is drawn at once', async () => {
  const { load, come } = script(Panel)
  const Late = lazyComponent(load)
  const fetched = Late.fetch()
  await come()
  await fetched
  render(<Late title="here" />)
  expect(screen.getByText('here')).toBeDefined()
})

test('a script that comes between a draw and what follows it is not missed', async () => {
  // biome-ignore lint/suspicious/noThenProperty: it comes at once, as no promise does
  const atOnce = { then: (take: (part: typeof Panel) => void) => Promise.resolve(take(Panel)) }
  const Late = lazyComponent(() => atOnce as Promise<typeof Panel>)
  const Drawn = () => {
    useLayoutEffect(() => void Late.fetch(), [])
    return <Late title="here" />
  }
  render(<Drawn />)
  expect(await screen.findByText('here')).toBeDefined()
})

test('a script that cannot be had is a fault of the part that wanted it, and is asked for again', async () => {
  const { load, come, fail } = script(Panel)
  const Late = lazyComponent(load)
  render(
    <Boundary>
      <Late title="here" />
    </Boundary>,
    { onCaughtError: () => {} },
  )
  await fail()
  await userEvent.click(screen.getByText('TypeError: offline'))
  await come()
  expect(screen.getByText('here')).toBeDefined()
})

test('what is drawn meanwhile stays where the script cannot be had', async () => {
  const { load, fail } = script(Panel)
  const Late = lazyComponent(load, ({ title }) => <em>{title}</em>)
  render(
    <Boundary>
      <Late title="soon" />
    </Boundary>,
  )
  await fail()
  expect(screen.getByText('soon').tagName).toBe('EM')
})

interface Sized {
  size: number
}

const Plain = ({ size, button }: Sized & { button: LazyButtonProps }) => (
  <button type="button" {...button} aria-haspopup="menu">
    {size}
  </button>
)

/** Opens by click, and by the arrow at its last item. */
function Full({ size, ref }: Sized & { ref: Ref<HTMLButtonElement> }) {
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        onClick={() => setOpened('first')}
        onKeyDown={({ key }) => key === 'ArrowUp' && setOpened('last')}
      >
        {size}
      </button>
      {opened !== null && <div role="menu">{opened}</div>}
    </>
  )
}

function control() {
  const { asked, load, come } = script(Full)
  const Control = lazyControl(Plain, lazyComponent(load))
  render(
    <StrictMode>
      <Control size={10} />
      <input aria-label="elsewhere" />
    </StrictMode>,
  )
  return { asked, come, user: userEvent.setup(), button: () => screen.getByRole('button', { name: '10' }) }
}

const attributes = (element: Element) => element.getAttributeNames().sort()

test.each([
  ['Enter', '{Enter}', 'first'],
  ['Space', ' ', 'first'],
  ['an arrow', '{ArrowUp}', 'last'],
])('a control that is pressed by %s opens as soon as it can, and keeps the focus', async (_, key, opened) => {
  const { asked, come, user, button } = control()
  button().focus()
  expect(asked).toHaveLength(0)
  const plain = attributes(button())
  await user.keyboard(key)
  await user.keyboard(key)
  expect([asked.length, document.activeElement, screen.queryByRole('menu')]).toEqual([1, button(), null])
  await come()
  expect([screen.getByRole('menu').textContent, document.activeElement]).toEqual([opened, button()])
  expect(attributes(button())).toEqual(plain)
})

test('a control does not call back who has gone on', async () => {
  const { come, user, button } = control()
  await user.click(button())
  await user.tab()
  await come()
  expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, screen.getByLabelText('elsewhere')])
  await user.click(button())
  await waitFor(() => expect(screen.getByRole('menu').textContent).toBe('first'))
})
