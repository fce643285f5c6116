/** A row that always has these fields. Our own gateway serves such rows. */
export type WithFields<Row, Name extends keyof Row> = Omit<Row, Name> & { [Field in Name]: NonNullable<Row[Field]> }

type Scalar = string | number | boolean | undefined

/** A row with all its fields, and the rows in it. */
export type Complete<Row> = Row extends null
  ? never
  : Row extends Scalar
    ? Row
    : Row extends readonly (infer Item)[]
      ? Complete<Item>[]
      : { [Field in keyof Row]: Complete<Row[Field]> }
