import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files with many page loads. The runner knows no durations in a new checkout and starts large files first. */
const LONG = /\/browser\/(screensIn\w+|accessible|commands|storedMarkup)\.test\.ts$/

/** Starts the longest files first: started last, they run alone while the other cores are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
