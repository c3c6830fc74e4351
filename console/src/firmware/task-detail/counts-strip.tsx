import type { UpgradeTaskRow } from '@brigade/contract/firmware/task.model.ts'
import { UpgradeState } from '@brigade/contract/firmware/reach.model.ts'
import { upgradeStates } from '@brigade/contract/firmware/upgrade.rules.ts'
import { upgradeStateWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { z } from 'zod'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { Box } from '../../ui/layout/layout.tsx'
import { TotalsStrip } from '../../ui/list-page/totals-strip.tsx'
import { taskDetailText } from './task-detail.text.ts'

const Place = z.object({ state: UpgradeState.optional(), tab: z.string().optional(), pageNum: z.string().optional() })
/** These states are always shown, the others only if they have devices. */
const usual: ReadonlySet<UpgradeState> = new Set([
  'waiting',
  'offered',
  'downloading',
  'installing',
  'succeeded',
  'failed',
])
type UpgradeState = z.output<typeof UpgradeState>

/** Shows the live count of each state; a click lists those devices. */
export function CountsStrip({ task }: { task: UpgradeTaskRow }) {
  const w = useWords(taskDetailText)
  const locale = useLocale()
  const [{ state }, change] = useListSearch(Place)
  const hasRows = task.total + task.counts.excluded > 0
  if (!hasRows) return null
  const shown = upgradeStates.filter((one) => usual.has(one) || task.counts[one] > 0)
  return (
    <Box marginBottom="8">
      <TotalsStrip
        label={w.counts}
        active={state ?? null}
        onChoose={(key) => change({ tab: undefined, state: key === state ? undefined : key, pageNum: undefined })}
        totals={shown.map((one) => ({
          key: one,
          label: upgradeStateWords[one][locale],
          count: task.counts[one],
        }))}
      />
    </Box>
  )
}
