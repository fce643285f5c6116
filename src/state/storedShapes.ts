/** Whether a stored value has the shape of its type. Another version of the console, an extension or a user may have written it. */
export type Is<Value> = (value: unknown) => value is Value

/** The test of a type that the others do not make. */
export const isA = <Value>(check: (value: unknown) => boolean) => check as Is<Value>

export const isAnything = isA<unknown>(() => true)
export const isText = isA<string>((value) => typeof value === 'string')
export const isNumber = isA<number>(Number.isFinite)
export const isFlag = isA<boolean>((value) => typeof value === 'boolean')
export const isList = isA<readonly unknown[]>(Array.isArray)

type Members = Readonly<Record<string, unknown>>
export const isObject = isA<Members>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))

export const isOneOf = <const Value>(values: readonly Value[]) => isA<Value>((value) => values.some((one) => one === value))

export const orNull = <Value>(is: Is<Value>) => isA<Value | null>((value) => value === null || is(value))
export const orAbsent = <Value>(is: Is<Value>) => isA<Value | undefined>((value) => value === undefined || is(value))

export const isListOf = <Value>(is: Is<Value>) => isA<Value[]>((value) => isList(value) && value.every((one) => is(one)))

export const isMapOf = <Value>(is: Is<Value>) =>
  isA<Readonly<Record<string, Value>>>((value) => isObject(value) && Object.values(value).every((one) => is(one)))

export const isShapeOf = <Value extends object>(members: { readonly [Name in keyof Value]-?: Is<Value[Name]> }) =>
  isA<Value>((value) => isObject(value) && Object.entries<Is<unknown>>(members).every(([name, is]) => is(value[name])))
