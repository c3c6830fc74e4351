import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { mapBox, middleOf, neighbourOf, pathOf, project, stepOf, stepsOf, type Point, type Shape } from './geometry.ts'
import { placeLabels } from './labels.ts'

const Position = z.tuple([z.number(), z.number()])
const { features } = z
  .object({
    features: z.array(
      z.object({
        properties: z.object({ adcode: z.string() }),
        geometry: z.object({ coordinates: z.array(z.array(z.array(Position))) }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../public/maps/china.json'), 'utf8')))

test('all 34 divisions lie within the map', () => {
  assert.equal(features.length, 34)
  for (const { geometry } of features)
    for (const [x, y] of geometry.coordinates.flat(2).map(project)) {
      assert.ok(x >= 0 && x <= mapBox.width, `${x}`)
      assert.ok(y >= 0 && y <= mapBox.height, `${y}`)
    }
})

test('a path contains each point of each ring', () => {
  const shape: Shape = [
    [
      [
        [100, 30],
        [101, 30],
        [101, 31],
      ],
    ],
  ]
  const path = pathOf(shape)
  const [x, y] = project([100, 30])
  assert.ok(path.startsWith(`M${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}L`), path)
  assert.equal(path.split('L').length, 3)
  assert.ok(path.endsWith('Z'))
})

test('a name is placed in the largest part of its province', () => {
  const square = (x: number, y: number, side: number): readonly Point[] => [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ]
  const [x, y] = middleOf([[square(110, 20, 0.1)], [square(100, 30, 4)]])
  const [left, top] = project([100, 34])
  const [right, bottom] = project([104, 30])
  assert.ok(x > left && x < right && y > top && y < bottom, `${x} ${y}`)
})

test('steps rise in round figures, and the largest value is in the last', () => {
  const steps = stepsOf([6106, 1884, 12, 0])
  assert.deepEqual(steps, [0, 50, 200, 500, 2000, 3000])
  assert.equal(stepOf(6106, steps), 5)
  assert.equal(stepOf(0, steps), 0)
  assert.equal(stepOf(49, steps), 0)
  assert.equal(stepOf(50, steps), 1)
})

test('few devices have few steps, none twice', () => {
  for (const most of [0, 1, 2, 3, 7, 20]) {
    const steps = stepsOf([most])
    assert.equal(new Set(steps).size, steps.length)
    assert.equal(stepOf(most, steps), steps.length - 1, `${most} in ${steps.join()}`)
  }
})

test('no two names cover one another, and those with most keep theirs', () => {
  const all = features.map(({ properties: { adcode }, geometry }) => ({
    code: adcode,
    at: middleOf(geometry.coordinates),
  }))
  const places = placeLabels(all)
  assert.ok(places.some(({ code }) => code === all[0]?.code))
  for (const a of places)
    for (const b of places)
      if (a !== b && a.anchor === b.anchor)
        assert.ok(
          Math.abs(a.text[0] - b.text[0]) >= 96 || Math.abs(a.text[1] - b.text[1]) >= 52,
          `${a.code} over ${b.code}`,
        )
})

test('no name in the sea reaches the name of the inset', () => {
  const all = features.map(({ properties: { adcode }, geometry }) => ({
    code: adcode,
    at: middleOf(geometry.coordinates),
  }))
  for (const some of [all, all.filter(({ code }) => ['350000', '710000', '330000'].includes(code))])
    for (const { code, text, anchor } of placeLabels(some))
      assert.ok(anchor !== 'start' || text[0] < 850 || text[1] + 30 < 676, `${code} at ${text.join()}`)
})

test('arrow keys lead from a place to the nearest one in their direction, and nowhere at the edge', () => {
  const [west, middle, east, south] = [
    { name: 'west', middle: [0, 10] },
    { name: 'middle', middle: [50, 0] },
    { name: 'east', middle: [100, 10] },
    { name: 'south', middle: [60, 80] },
  ] as const satisfies readonly { name: string; middle: Point }[]
  const places: readonly { name: string; middle: Point }[] = [west, middle, east, south]
  assert.equal(neighbourOf(places, west, 'ArrowRight')?.name, 'middle')
  assert.equal(neighbourOf(places, middle, 'ArrowRight')?.name, 'east')
  assert.equal(neighbourOf(places, middle, 'ArrowDown')?.name, 'south')
  assert.equal(neighbourOf(places, west, 'ArrowLeft'), undefined)
  assert.equal(neighbourOf(places, west, 'a'), undefined)
})
