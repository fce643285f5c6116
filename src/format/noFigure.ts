/** The placeholder of an unknown value: never a zero, never the present. */
export const NO_FIGURE = '–'
