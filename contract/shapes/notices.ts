import Type from 'typebox'

export const ClearNotices = Type.Object({ type: Type.String({ minLength: 1, maxLength: 32 }) })
