import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const TOKENS = 'src/styles.css'

interface Declaration {
  readonly file: string
  readonly property: string
  readonly value: string
}

/** The properties that each kind of token is for, by the prefix of its name. */
const KINDS: Record<string, RegExp> = {
  '--space-':
    /^((scroll-)?(margin|padding)|inset|(row-|column-)?gap|top|right|bottom|left)(-(block|inline|top|right|bottom|left|start|end))*$/,
  '--font-size-': /^font(-size)?$/,
  '--line-height-': /^line-height$/,
  '--border-': /^(border|outline)(?!.*radius)/,
  '--radius-': /radius$/,
  '--control-': /^(min-)?height$/,
}

const files = globSync('src/**/*.css')
const withoutComments = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
const pixels = (text: string) => [...text.matchAll(/(?<![\w.#-])-?([\d.]+)px/g)].map(([, value]) => Number(value))

const declarations = files.flatMap((file) =>
  [...withoutComments(file).matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g)].map(
    ([, property, value]): Declaration => ({ file, property: property!, value: value! }),
  ),
)

const valuesOf = (prefix: string) =>
  new Set(
    declarations
      .filter(({ file, property }) => file === TOKENS && property.startsWith(prefix))
      .flatMap(({ value }) => pixels(value)),
  )

const violations = (isViolation: (declaration: Declaration) => boolean) =>
  declarations.filter(isViolation).map(({ file, property, value }) => `${file} ${property}: ${value}`)

test.each(Object.entries(KINDS))('A pixel value that has a token %s* is written as that token', (prefix, properties) => {
  const values = valuesOf(prefix)
  expect(values.size).toBeGreaterThan(1)
  expect(
    violations(({ property, value }) => properties.test(property) && pixels(value).some((pixel) => values.has(pixel))),
  ).toEqual([])
})

test('A z-index is a named layer', () => {
  expect(violations(({ property, value }) => property === 'z-index' && !/^var\(--layer-[a-z-]+\)$/.test(value))).toEqual([])
})

test('Every variable of a token kind is defined', () => {
  const kinds = [...Object.keys(KINDS), '--layer-']
  const defined = new Set(declarations.map(({ property }) => property))
  const used = declarations.flatMap(({ value }) => [...value.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!))
  expect(used.filter((name) => kinds.some((kind) => name.startsWith(kind)) && !defined.has(name))).toEqual([])
})

test('Every breakpoint is listed at the head of the tokens', () => {
  const listed = new Set(pixels(readFileSync(TOKENS, 'utf8').split('*/')[0]!))
  const undocumented = files.flatMap((file) =>
    [...withoutComments(file).matchAll(/@(?:media|container)[^{]+/g)]
      .map(([query]) => query.trim())
      .filter((query) => pixels(query).some((pixel) => !listed.has(pixel)))
      .map((query) => `${file} ${query}`),
  )
  expect(undocumented).toEqual([])
})
