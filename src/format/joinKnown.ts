/** The parts that a gateway says, in one line. */
export const joinKnown = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' · ')
