import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { startMailLane } from './mail-lane.ts'
import { startTargetLanes } from './target-lane.ts'

/** Starts everything that leaves the console: each channel has a separate loop, so that none waits for another. */
export function startSending(platform: Platform): Running {
  const lanes = [startMailLane(platform), startTargetLanes(platform)]
  return {
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}
