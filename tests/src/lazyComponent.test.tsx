import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Component, type ReactNode, type Ref, StrictMode, useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { type LazyButtonProps, lazyComponent, lazyControl } from '../../src/ui/lazyComponent.tsx'

const Panel = ({ title }: { title: string }) => <p>{title}</p>

/** A chunk that loads when the test resolves it. */
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

test('a component renders after its chunk loads, which is requested once', async () => {
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

test('a component with a preloaded chunk renders at once', async () => {
  const { load, come } = script(Panel)
  const Late = lazyComponent(load)
  const fetched = Late.fetch()
  await come()
  await fetched
  render(<Late title="here" />)
  expect(screen.getByText('here')).toBeDefined()
})

test('a chunk that loads between render and effect is not missed', async () => {
  // biome-ignore lint/suspicious/noThenProperty: resolves synchronously, unlike a promise
  const atOnce = { then: (take: (part: typeof Panel) => void) => Promise.resolve(take(Panel)) }
  const Late = lazyComponent(() => atOnce as Promise<typeof Panel>)
  const Drawn = () => {
    useLayoutEffect(() => void Late.fetch(), [])
    return <Late title="here" />
  }
  render(<Drawn />)
  expect(await screen.findByText('here')).toBeDefined()
})

test('a chunk that fails to load throws in the component, and is requested again', async () => {
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

test('the fallback stays when the chunk fails to load', async () => {
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

/** Opens on click, and on ArrowUp at its last item. */
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
  const Control = lazyControl(Plain, load)
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
])('a control pressed by %s opens once loaded, and keeps the focus', async (_, key, opened) => {
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

test('a control does not take the focus back after the user moved on', async () => {
  const { come, user, button } = control()
  await user.click(button())
  await user.tab()
  await come()
  expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, screen.getByLabelText('elsewhere')])
  await user.click(button())
  await waitFor(() => expect(screen.getByRole('menu').textContent).toBe('first'))
})
