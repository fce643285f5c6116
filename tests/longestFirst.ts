import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long for their size. The runner knows no durations in a new checkout and starts large files first. */
const LONG =
  /\/(foreign\/seedFlows|rights\/palette|journeys\/listChanges|server\/(databaseFaults|clusterFaults|kills|start|plans|events)|browser\/(money|screensIn\w+|accessible\w*|commands|storedMarkup))\.test\.tsx?$/

/** Starts the longest files first: started last, they run alone while the other cores are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
