import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide as decideWith, retryAt, type Known, type Oven, type OvenRecipe } from './decide.ts'
import { heldDigest } from './held-digest.ts'
import { afterAnswer, afterOutcome } from './outcome.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const minute = 60_000
const decide = (of: Known, at: number) => decideWith(of, at, 15_000)
const idle: Oven = {
  online: true,
  enabled: true,
  keeps: true,
  digest: null,
  digestAt: now,
  isListWanted: false,
  listed: [],
  own: [],
  strays: [],
  listedAt: null,
  listedDigest: null,
  doneAt: null,
  room: null,
  tries: 0,
  lists: 0,
  dueAt: now,
}
const wanted: OvenRecipe = {
  recipeId: '1',
  code: 'RCP-000001',
  isPublished: true,
  wanted: 2,
  held: 1,
  unfit: null,
  state: 'waiting',
  reason: null,
  answered: null,
  tries: 0,
  refusals: 0,
  dueAt: null,
}
const another: OvenRecipe = { ...wanted, recipeId: '2', code: 'RCP-000002', wanted: null, held: 4 }
const known = (oven: Partial<Oven>, ...recipes: OvenRecipe[]): Known => ({ oven: { ...idle, ...oven }, recipes })
const save = { do: 'save', recipeId: '1', code: 'RCP-000001', version: 2 } as const
const states = ({ recipes }: Known) => recipes.map(({ state, reason }) => [state, reason])

test('what is to go goes first, so that it makes room for what is to come', () => {
  const { next, recipes } = decide(known({}, wanted, another), now)
  assert.deepEqual(next, { do: 'remove', code: 'RCP-000002' })
  assert.deepEqual(states({ oven: idle, recipes }), [
    ['behind', null],
    ['removing', null],
  ])
})

test('an oven that is away, disabled or keeps no recipes is told nothing, and it shows why', () => {
  for (const [oven, reason] of [
    [{ online: false }, 'offline'],
    [{ enabled: false }, 'disabled'],
  ] as const) {
    const decided = decide(known(oven, wanted), now)
    assert.deepEqual([decided.next, ...states(decided)], [null, ['behind', reason]])
  }
  const without = decide(known({ keeps: false }, { ...wanted, unfit: 'noModule' }), now)
  assert.deepEqual([without.next, ...states(without)], [null, ['unfit', 'noModule']])
})

test('the digest of what is wanted is the oven’s word that it has it: nothing is sent', () => {
  const digest = heldDigest([{ id: 'RCP-000001', version: 2 }])
  const { next, recipes } = decide(known({ digest, isListWanted: true }, wanted, another), now)
  assert.deepEqual(
    [next, recipes.map(({ code, held, state }) => [code, held, state])],
    [null, [['RCP-000001', 2, 'held']]],
  )
})

test('a digest from before the last answer is no word about now: what is to go is not taken for gone', () => {
  const [stays, goes] = [{ ...wanted, held: 2 }, another]
  const digest = heldDigest([{ id: 'RCP-000001', version: 2 }])
  const stale = decide(known({ digest, digestAt: now - 2000, doneAt: now - 1000 }, stays, goes), now)
  assert.deepEqual(stale.next, { do: 'remove', code: 'RCP-000002' })
  const fresh = decide(known({ digest, digestAt: now, doneAt: now - 1000 }, stays, goes), now)
  assert.deepEqual([fresh.next, fresh.recipes.length], [null, 1])
})

test('a digest that is none of what we know is asked about once its last answer has settled, and only once', () => {
  const held = { ...wanted, held: 2 }
  const digest = heldDigest([])
  const early = decide(known({ digest, doneAt: now - 1000 }, held), now)
  assert.deepEqual([early.next, early.oven.dueAt], [null, now + 14_000])
  assert.deepEqual(decide(known({ digest, doneAt: now - 15_000 }, held), now).next, { do: 'list', page: 1 })
  assert.equal(decide(known({ digest, listedDigest: digest }, held), now).next, null)
})

test('an oven whose digest is none of what we know is asked for its list even while a recipe waits to be sent, and where it answers busy', () => {
  const list = { do: 'list', page: 1 } as const
  const reset = { digest: heldDigest([]), doneAt: now - minute }
  const held = { ...another, wanted: 4 }
  assert.deepEqual(decide(known(reset, wanted, held), now).next, list, 'ready to be sent')
  const refused = { ...wanted, tries: 2, dueAt: now + minute, reason: 'refused' } as const
  assert.deepEqual(decide(known(reset, refused, held), now).next, list, 'to be sent later')
  const busy = { doing: save, outcome: { kind: 'answered', code: 5002, data: {} }, now } as const
  const after = afterAnswer(known(reset, wanted, held), busy, 15_000)
  assert.deepEqual([after.next, after.oven.lists, after.recipes[0]?.reason], [list, 1, 'busy'])
  const [page, unsettled, agreed] = [
    { ...busy, doing: list },
    { ...reset, doneAt: now - 1000 },
    {
      digest: heldDigest([
        { id: held.code, version: 4 },
        { id: wanted.code, version: 1 },
      ]),
    },
  ]
  for (const [of, done, why] of [
    [{ ...reset, isListWanted: true }, page, 'it is busy for its list too'],
    [unsettled, busy, 'its digest may follow its last answer'],
    [agreed, busy, 'nothing is unknown'],
  ] as const)
    assert.equal(afterAnswer(known(of, wanted, held), done, 15_000).next, null, why)
})

test('silence leaves open whether it arrived: the oven is asked before anything is sent again', () => {
  const after = afterOutcome(known({}, wanted), { doing: save, outcome: { kind: 'silent' }, now })
  assert.deepEqual([after.waits, after.oven.dueAt, after.recipes[0]?.refusals], [true, now + minute, 0])
  const requested = decide(after, now + minute)
  assert.deepEqual(requested.next, { do: 'list', page: 1 })
  const list = { Total: 1, Room: 5, Recipes: [{ Id: 'RCP-000001', Version: 2, Own: 0 }] }
  const outcome = { kind: 'answered', code: 200, data: list } as const
  const told = afterOutcome(requested, { doing: { do: 'list', page: 1 }, outcome, now: now + minute })
  const end = decide(told, now + minute)
  assert.deepEqual([end.next, ...states(end)], [null, ['held', null]])
})

test('a list comes in pages of thirty; what it does not have is not held, what nobody knows goes, the oven’s own stays', () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ Id: `P-${from + at}`, Version: 1, Own: 1 }))
  const outcome = (Recipes: unknown) => ({ kind: 'answered', code: 200, data: { Total: 32, Recipes } }) as const
  const first = afterOutcome(known({ isListWanted: true }, { ...wanted, held: 2 }), {
    doing: { do: 'list', page: 1 },
    outcome: outcome(rows(0, 30)),
    now,
  })
  assert.deepEqual(first.next, { do: 'list', page: 2 })
  const stray = { Id: 'RCP-000777', Version: 3, Own: 0 }
  const second = afterOutcome(first, {
    doing: first.next ?? assert.fail(),
    outcome: outcome([...rows(30, 1), stray]),
    now,
  })
  assert.deepEqual([second.oven.own.length, second.oven.strays, second.recipes[0]?.held], [31, ['RCP-000777'], null])
  assert.deepEqual(decide(second, now).next, { do: 'remove', code: 'RCP-000777' })
})

test('being busy is no refusal and holds for all; a refusal waits by itself, and the fifth is the last', () => {
  const busy = afterOutcome(known({}, wanted, { ...another, wanted: 5 }), {
    doing: save,
    outcome: { kind: 'answered', code: 5002, data: {} },
    now,
  })
  assert.deepEqual([busy.waits, busy.oven.dueAt, busy.recipes[0]?.refusals], [true, now + minute, 0])
  let current: Known = known({}, { ...wanted, refusals: 4, tries: 4 }, { ...another, wanted: 5 })
  const refused = afterOutcome(current, { doing: save, outcome: { kind: 'answered', code: 5008, data: {} }, now })
  current = decide(refused, now)
  assert.deepEqual(states(current)[0], ['failed', 'damaged'])
  assert.deepEqual(decide(refused, now).next, { do: 'save', recipeId: '2', code: 'RCP-000002', version: 5 })
})

test('it is tried again after 1, 5 and 30 minutes, then at the next connect', () => {
  assert.deepEqual(
    [1, 2, 3, 4].map((tries) => retryAt(tries, now)),
    [now + minute, now + 5 * minute, now + 30 * minute, null],
  )
  const waiting = { ...wanted, tries: 4, dueAt: null }
  assert.equal(decide(known({}, waiting), now).next, null)
})

test('an answer that names another version, or none, is no word that it is held', () => {
  for (const data of [{}, { Version: 1 }, 'yes', null]) {
    const after = afterOutcome(known({}, wanted), { doing: save, outcome: { kind: 'answered', code: 200, data }, now })
    assert.deepEqual([after.oven.isListWanted, after.recipes[0]?.held], [true, 1])
  }
})

test('cancelled, a recipe stays where it is held and is not brought back where it is not', () => {
  const cancelled = { ...wanted, isPublished: false, wanted: 1 }
  assert.deepEqual(states(decide(known({}, cancelled), now)), [['held', null]])
  assert.deepEqual(decide(known({}, { ...cancelled, held: null }), now).recipes, [])
})

/** The oven's list, as its answer to the question for the first page. */
const lists = (current: Known, rows: unknown[], at: number, page = 1): Known =>
  afterOutcome(current, {
    doing: { do: 'list', page },
    outcome: { kind: 'answered', code: 200, data: { Total: rows.length, Recipes: rows } },
    now: at,
  })

test('an oven that confirms a recipe and does not list it gets it again at once, from the third time on as after refusals, and the fifth time it has failed', () => {
  let current = known({ digest: heldDigest([]) }, { ...wanted, held: null })
  let at = now
  const waited: number[] = []
  for (let time = 1; time <= 5; time += 1) {
    const sent = decide(current, at)
    assert.deepEqual(sent.next, save, `time ${time}`)
    const data = { Version: 2 }
    current = afterOutcome(sent, { doing: save, outcome: { kind: 'answered', code: 200, data }, now: at })
    at += 15_000
    const requested = decide(current, at)
    assert.deepEqual(requested.next, { do: 'list', page: 1 }, `time ${time}`)
    current = decide(lists(requested, [], at), at)
    const due = current.oven.dueAt ?? current.recipes[0]?.dueAt ?? at
    waited.push((due - at) / minute)
    at = due
  }
  assert.deepEqual(waited, [0, 0, 1, 5, 0])
  const end = decide(current, at)
  assert.deepEqual([end.next, ...states(end)], [null, ['failed', 'forgotten']])
})

test('an oven that was reset is no oven that lies: what its digest has counts as no refusal', () => {
  const held = { ...wanted, held: 2, refusals: 3 }
  const fresh = decide(known({ digest: heldDigest([{ id: 'RCP-000001', version: 2 }]), lists: 3 }, held), now)
  assert.deepEqual([fresh.recipes[0]?.refusals, fresh.oven.lists], [0, 0])
})

test('an oven that gives up what it never forgets is asked after 1, 5 and 30 minutes, then at its next connect', () => {
  const stray = { Id: 'RCP-000777', Version: 3, Own: 0 }
  let current = known({ digest: 'of the stray' })
  let at = now
  const waited: number[] = []
  for (let time = 1; time <= 5; time += 1) {
    const requested = decide(current, at)
    assert.deepEqual(requested.next, { do: 'list', page: 1 }, `time ${time}`)
    const told = decide(lists(requested, [stray], at), at)
    assert.deepEqual(told.next, { do: 'remove', code: 'RCP-000777' })
    const removed = { doing: told.next, outcome: { kind: 'answered', code: 200, data: {} }, now: at } as const
    current = decide(afterOutcome(told, removed), at)
    const from = at
    at = current.oven.dueAt ?? Number.POSITIVE_INFINITY
    waited.push((at - from) / minute)
  }
  assert.deepEqual(waited, [0.25, 1, 5, 30, Number.POSITIVE_INFINITY])
})

test('a list that is too long, repeats itself or is no list is not read: nothing is sent, and the reason says so', () => {
  const row = (id: number) => ({ Id: `P-${id}`, Version: 1, Own: 1 })
  const page = Array.from({ length: 30 }, (_, at) => row(at))
  const requested = known(
    { isListWanted: true, listed: page.map(({ Id: id }) => ({ id, version: 1, own: true })) },
    wanted,
  )
  const answers: [number, unknown][] = [
    [1, { Total: 1_000_000, Recipes: page }],
    [2, { Total: 60, Recipes: page }],
    [1, { Total: 2, Recipes: [row(1), row(1)] }],
    [1, { Total: 31, Recipes: [...page, row(31)] }],
    [1, { Total: 1, Recipes: [{ Id: '', Version: 1, Own: 0 }] }],
    [1, { Total: -1 }],
    [1, 'everything'],
    [1, null],
  ]
  for (const [at, data] of answers) {
    const outcome = { kind: 'answered', code: 200, data } as const
    const after = afterOutcome(requested, { doing: { do: 'list', page: at }, outcome, now })
    const text = JSON.stringify(data).slice(0, 60)
    assert.deepEqual([after.waits, after.oven.dueAt, after.oven.listed], [true, now + minute, []], text)
    const later = decide(after, now + minute)
    assert.deepEqual([later.next, ...states(later)], [{ do: 'list', page: 1 }, ['behind', 'unreadable']], text)
  }
  const busy = { kind: 'answered', code: 5002, data: {} } as const
  assert.equal(
    afterOutcome(requested, { doing: { do: 'list', page: 1 }, outcome: busy, now }).recipes[0]?.reason,
    'busy',
  )
})
