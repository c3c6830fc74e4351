import type { Said, Span } from './timed-values.ts'

const minute = 60
const [standby, preheating, cooking, completed] = [0, 1, 2, 3]

/** An oven that cooks every few hours. Its states follow each other within a second, and one dish cooks for longer than a state holds. */
export function ovenItems({ seconds, random }: Span): Said[] {
  const said: Said[] = []
  let energy = 100
  const used = (second: number) => {
    energy = Math.round((energy + 0.1 + random.int(20) / 10) * 10) / 10
    said.push([second, 'EnergyTotal', energy])
  }
  const snapshot = (second: number) => {
    said.push([second, 'WorkState', standby], [second, 'ChamberTemp', 25], [second, 'DoorState', 0])
    used(second)
  }
  snapshot(0)
  for (let at = 40 * minute; at < seconds - 4 * 3600; at += 3 * 3600 + random.int(3600)) {
    if (random.chance(0.5)) said.push([at, 'WorkState', preheating], [at, 'WorkState', cooking])
    else said.push([at, 'WorkState', preheating], [at + 7 * minute, 'WorkState', cooking])
    const lasts = random.pick([25, 50, 95]) * minute
    for (let into = 5 * minute; into < lasts; into += 10 * minute) {
      said.push([at + into, 'StageElapsed', into], [at + into, 'ChamberTemp', 150 + random.int(60)])
      if (random.chance(0.2)) said.push([at + into, 'DoorState', 1], [at + into, 'DoorState', 0])
    }
    const end = at + lasts
    used(end)
    said.push([end, 'WorkState', completed], [end, 'WorkState', standby], [end, 'StageElapsed', lasts])
    // A value without a meaning while nothing cooks.
    said.push([end + minute, 'StageElapsed', 0])
    // The meter starts again.
    if (random.chance(0.1)) energy = 0
  }
  snapshot(seconds)
  return said.toSorted((a, b) => a[0] - b[0])
}
