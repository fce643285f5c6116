import Type, { type Static } from 'typebox'

export const PageView = Type.Object({
  path: Type.String({ maxLength: 256 }),
  title: Type.String({ maxLength: 256 }),
  at: Type.String({ maxLength: 40 }),
})

export const ClientError = Type.Object({
  message: Type.String({ maxLength: 4096 }),
  stack: Type.Optional(Type.String({ maxLength: 12_288 })),
  path: Type.String({ maxLength: 256 }),
  version: Type.String({ maxLength: 20 }),
  build: Type.String({ maxLength: 20 }),
  host: Type.Optional(Type.String({ maxLength: 256 })),
})

export const ExceptionCode = Type.Object({ code: Type.String({ maxLength: 20 }) })

export type PageView = Static<typeof PageView>
export type ClientError = Static<typeof ClientError>
