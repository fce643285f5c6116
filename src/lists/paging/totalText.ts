import { isExact, type PageCache, rowCount } from '#machines/paging/pageCache.ts'
import { formatCount } from '../../format/amount.ts'

/** A number of rows as text, with a plus while there may be more. */
export const countText = (count: number, isExactCount: boolean): string => `${formatCount(count)}${isExactCount ? '' : '+'}`

/** The number of rows of a result as far as known. */
export const totalText = <Row>(cache: PageCache<Row>): string => countText(rowCount(cache), isExact(cache))
