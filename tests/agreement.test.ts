import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { type Route, routeIds, routes } from '#commands/navigation/routes.ts'
import { GUEST } from '#contract/authority.ts'
import { type AnyCall, get } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { texts as guestTexts } from '#locales/guest/zh.ts'
import type { AuditAction } from '../server/texts/en.ts'
import { encodeBody, placeFields } from '../src/api/encode.ts'
import { resolveAddress } from '../src/app/guard.ts'
import { screens } from '../src/app/screens.ts'
import type { ACTIONS } from '../src/screens/settings/history/auditLabels.ts'
import { quickest } from './databases.ts'
import { documentedCalls } from './foreign/contract/documentedCalls.ts'
import { openGateway } from './gateway.ts'
import { zh } from './texts.ts'

test('The gateway serves exactly the calls of the contract', async () => {
  const db = await quickest.open()
  const { app, close } = await openGateway(db)
  const called = Object.values(calls).map(({ method, path }) => `${method} ${path}`)
  expect(called.filter((one) => !app.hasRoute(routeOf(one)))).toEqual([])
  const served = printedRoutes(app.printRoutes({ commonPrefix: false }))
  const withoutSlash = new Set(called.map((one) => one.replace(/\/$/, '')))
  expect(served.filter((one) => !withoutSlash.has(one.replace(/\/$/, '')) && !isPartOfDocs(one))).toEqual([])
  await close()
  await db.close()
})

test('Every documented field travels where it is documented, in its encoding, and a 401 ends the session as documented', () => {
  const own = new Map(Object.values(calls).map((call: AnyCall) => [`${call.method} ${call.path}`, call]))
  const uncalled: string[] = []
  for (const { method, path, encoding, endsSession, query, body } of documentedCalls) {
    const call = own.get(`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
    if (call === undefined) {
      uncalled.push(`${method} ${path}`)
      continue
    }
    const names = [...query.keys(), ...body.keys()]
    const input = Object.fromEntries([...names, 'id', 'code'].map((name) => [name, 'x']))
    const placed = placeFields(call, input)
    const type = encodeBody(method, placed.encoding, {}).headers['Content-Type'] ?? 'none'
    const keysOf = (fields: object) =>
      Object.keys(fields).filter((name) => names.includes(name) && fields[name as never] === 'x')
    expect({
      path,
      encoding: /json|form|none/.exec(type)?.[0],
      declared: call.body,
      endsSession: call.endsSession,
      query: keysOf(placed.query).sort(),
      body: keysOf(placed.fields).sort(),
    }).toEqual({
      path,
      encoding,
      declared: encoding,
      endsSession,
      query: [...query.keys()].sort(),
      body: [...body.keys()].sort(),
    })
  }
  expect(uncalled).toEqual(['GET /mockapi/users', 'GET /mockapi/currentUser'])
})

/** Mock calls of the specification, for gateways that serve them. */
const sampleCalls = {
  users: get<Record<string, never>, object[]>('/mockapi/users', { reply: 'body', endsSession: false }),
  currentUser: get<Record<string, never>, object>('/mockapi/currentUser', { reply: 'body', endsSession: false }),
}

test('The sample calls are neither made nor served', async () => {
  const db = await quickest.open()
  const { app, close } = await openGateway(db)
  const served = Object.values(sampleCalls).map(({ method, path }) => app.hasRoute({ method, url: path }))
  expect(served).toEqual([false, false])
  const makers = ['src', 'machines', 'commands', 'server', 'contract']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => /\.tsx?$/.test(file) && /sampleCalls|mockapi/.test(readFileSync(file, 'utf8')))
  expect(makers).toEqual([])
  await close()
  await db.close()
})

/** Assets of the documentation page. */
const isPartOfDocs = (one: string): boolean => one.startsWith('GET /docs/')

const TREE_LINE = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/

/** Parses the tree printed by Fastify into lines such as `POST /path`. */
function printedRoutes(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = TREE_LINE.exec(line) ?? []
    path.splice(indent.length / 4, path.length, part)
    return methods
      .split(', ')
      .filter((method) => /^(GET|POST|PUT)$/.test(method))
      .map((method) => `${method} ${path.join('')}`)
  })
}

const routeOf = (one: string) => {
  const [method = '', url = ''] = one.split(' ')
  return { method, url } as { method: 'GET' | 'POST'; url: string }
}

test('Every route has a screen, a unique path and a title', () => {
  expect(Object.keys(screens).sort()).toEqual([...routeIds].sort())
  const rows: Route[] = Object.values(routes)
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length)
  expect(rows.filter(({ title }) => !(title in zh))).toEqual([])
})

test('Pages a guest can reach have titles in the guest texts', () => {
  const addresses = [...Object.values(routes).map(({ path }) => path), '/', '/nowhere', '/user/nobody', '/exception/none']
  const titles = addresses.flatMap((address) => {
    const verdict = resolveAddress(address, GUEST, () => true)
    if ('redirect' in verdict) return []
    return routes['exception' in verdict ? (`exception.${verdict.exception}` as const) : verdict.screen].title
  })
  expect(titles).toContain('place.login')
  expect(titles.filter((title) => !(title in guestTexts))).toEqual([])
})

test('Every command has a title and a unique id', () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  expect(commands.filter(({ title }) => !(title in zh)).map(({ id }) => id)).toEqual([])
})

test('The history filter lists every action of the audit log', () => {
  expectTypeOf<(typeof ACTIONS)[number]>().toEqualTypeOf<AuditAction>()
})
