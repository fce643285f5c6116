import { expect, inject, test } from 'vitest'
import { tortureByKills } from '../../torture/kill.ts'
import { runSteps, type Step, tableOf } from '../../torture/run.ts'
import { embeddedTarget, postgresTarget } from '../../torture/targets.ts'

const server = inject('postgres')
const targets = [embeddedTarget, ...(server === null ? [] : [() => postgresTarget(server.url)])]
const KILLS = 10 / targets.length

test('ten kills under load lose no acknowledged write and double none', async () => {
  const step = { name: 'kill', region: tortureByKills, limit: { rounds: KILLS } }
  const seed = Date.now()
  const runs = targets.map((openTarget) => runSteps([{ ...step, openTarget } satisfies Step], seed))
  const rows = (await Promise.all(runs)).flat()
  expect(
    rows.map(({ tried, failures }) => [tried, failures]),
    `seed ${seed}\n${tableOf(rows)}`,
  ).toEqual(targets.map(() => [KILLS, []]))
  expect(tableOf(rows)).toMatch(/^region +database.*\n-+ .*\nkill +embedded +\d+\.\d +\d+ +0 +\d+ acknowledged/)
}, 300_000)
