import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const TOKENS = 'src/tokens.css'

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

const sources = globSync('src/**/*.{ts,tsx}').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const modules = files.filter((file) => file.endsWith('.module.css'))
/** The style sheets that are no modules, as one. */
const GLOBAL = 'global'
const classesOf = (file: string) =>
  new Set([...withoutComments(file).matchAll(/(?<![\w-])\.([a-z][\w-]*)(?=[^{};]*\{)/gi)].map(([, name]) => name!))

/** Every access to a class: by name, or by a computed name, which is null. */
const uses = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name, path]) => {
    const module = join(dirname(file), path!)
    const code = text.replaceAll(/^import .*$/gm, '')
    const named = [...code.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'))].map(([, found]) => found!)
    const computed = new RegExp(`(?<![\\w.])${name}(\\[|\\b(?!\\.|\\w))`).test(code) ? [null] : []
    return [...named, ...computed].map((className) => ({ file, module, className }))
  }),
)
const global = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/className="([^"]+)"/g)].flatMap(([, names]) =>
    names!.split(' ').map((className) => ({ file, module: GLOBAL, className })),
  ),
)
const composed = modules.flatMap((file) =>
  [...withoutComments(file).matchAll(/composes:\s*([^;]+?)(?:\s+from\s+(?:'([^']+)'|"([^"]+)"|(global)))?;/g)].flatMap(
    ([, names, single, double, global]) =>
      names!.split(/\s+/).map((className) => ({
        file,
        module: global === undefined ? join(dirname(file), single ?? double ?? basename(file)) : GLOBAL,
        className,
      })),
  ),
)

test('Every class that is used or composed exists', () => {
  const classes = new Map(modules.map((file) => [file, classesOf(file)]))
  const shared = files.filter((file) => !modules.includes(file)).map(classesOf)
  classes.set(
    GLOBAL,
    shared.reduce((all, some) => all.union(some)),
  )
  const missing = [...uses, ...global, ...composed]
    .filter(({ module, className }) => className !== null && !classes.get(module)?.has(className))
    .map(({ file, className }) => `${file} ${className}`)
  expect(missing).toEqual([])
})

// The production build orders the style sheets of such modules wrongly, or drops one.
test('No class is composed of a class of another module', () => {
  const foreign = composed.filter(({ file, module }) => module !== GLOBAL && module !== file)
  expect(foreign.map(({ file, className }) => `${file} ${className}`)).toEqual([])
})

test('Every class of a module is used by a component or composed', () => {
  const isNamed = (name: string) => sources.some(({ text }) => new RegExp(`['"\`]${name}['"\`]|\\b${name}:`).test(text))
  const unused = modules.flatMap((file) => {
    const users = [...uses, ...composed].filter(({ module }) => module === file)
    const isComputed = users.some(({ className }) => className === null)
    return [...classesOf(file)]
      .filter((name) => !users.some(({ className }) => className === name) && !(isComputed && isNamed(name)))
      .map((name) => `${file} ${name}`)
  })
  expect(unused).toEqual([])
})
