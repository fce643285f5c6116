import { NO_FIGURE } from '../format/noFigure.ts'

/** The place of an unknown value. Screen readers skip it. */
export const NoFigure = () => <span aria-hidden="true">{NO_FIGURE}</span>
