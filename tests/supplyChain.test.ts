import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

interface LockedPackage {
  version: string
  integrity?: string
  hasInstallScript?: boolean
  license?: string
}

const root = resolve(import.meta.dirname, '..')
const parsed = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { dependencies, devDependencies, allowScripts } = parsed('package.json')
const locked = Object.entries<LockedPackage>(parsed('package-lock.json').packages).filter(([path]) => path !== '')

const namesOf = (packages: typeof locked) => packages.map(([path]) => path.replace(/^.*node_modules\//, ''))

/** Licences that ask for no more than a notice; MPL-2.0 asks for changes to its own files, and there are none. */
const LICENCES = [
  'MIT',
  'MIT OR Apache-2.0',
  'Apache-2.0',
  'OFL-1.1',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'MPL-2.0',
  'ISC',
  '0BSD',
  '(MIT OR CC0-1.0)',
  'Unlicense',
]

test('Every dependency has an exact version', () => {
  const versions = Object.values<string>({ ...dependencies, ...devDependencies })
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('Every locked package has the hash of its content', () => {
  expect(locked.length).toBeGreaterThan(100)
  expect(namesOf(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')))).toEqual([])
})

test('Only the packaged Node runs a script on install', () => {
  expect(namesOf(locked.filter(([, { hasInstallScript }]) => hasInstallScript))).toEqual(['node'])
  expect(allowScripts).toEqual({ node: true })
})

test('Every package has a known licence', () => {
  expect(namesOf(locked.filter(([, { license }]) => !LICENCES.includes(license ?? '')))).toEqual([])
})

test('The bill of materials names every dependency of the product', () => {
  const bill = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 25,
  })
  const { components } = JSON.parse(bill) as { components: { name: string; group?: string; version: string }[] }
  const billed = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)
  const wanted = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`)
  expect(wanted.filter((one) => !billed.includes(one))).toEqual([])
})
