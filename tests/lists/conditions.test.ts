import { expect, test } from 'vitest'
import { type Condition, describeConditions } from '../../src/lists/filters/conditions.ts'

const condition = (title: string, text: string, isIgnored = false): Condition => ({ fields: [], title, text, isIgnored })

test.each([
  [false, [condition('Status', 'Success'), condition('Amount', '≥ 1')], 'Status: Success; Amount: ≥ 1'],
  [true, [condition('状态', '成功'), condition('金额', '≥ 1')], '状态：成功；金额：≥ 1'],
  [false, [condition('Date Range', 'Today', true), condition('Status', 'Success')], 'Status: Success'],
])('conditions are joined with the punctuation of the language (Han: %s)', (isHan, conditions, said) => {
  expect(describeConditions(conditions, isHan)).toBe(said)
})
