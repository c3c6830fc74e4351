import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import type { AppUserSearch } from '@brigade/contract/app-user/app-user.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { TotalsStrip, type Total } from '../../ui/list-page/totals-strip.tsx'
import { appUserListText, appUserText } from '../app-user.text.ts'

type Choice = Pick<AppUserSearch, 'enabled' | 'hasDevice' | 'active' | 'createdStart'>
/** Values in the form of the address. */
type Chosen = { [K in keyof Choice]: string | undefined }
type Props = { search: AppUserSearch; onChoose: (chosen: Chosen) => void }

const nothingChosen: Chosen = { enabled: undefined, hasDevice: undefined, active: undefined, createdStart: undefined }

/** People in figures, within the other filters; each sets the filter to those that it counts. */
export function AppUserTotals({ search, onChoose }: Props) {
  const w = useWords(appUserListText)
  const a = useWords(appUserText)
  const { pageNum: _num, pageSize: _size, sort: _sort, enabled, hasDevice, active, createdStart, ...others } = search
  const { data } = useQuery(askPage(appUserApi.statistic, others, { quiet: true }))
  const total = (key: string, label: string, count: number | undefined): Total => ({
    key,
    label,
    count,
    of: data?.total,
  })
  const totals: Total[] = [
    { key: 'all', label: w.all, count: data?.total },
    total('today', w.today, data?.newToday),
    total('1', w.active1, data?.active1),
    total('7', w.active7, data?.active7),
    total('30', w.active30, data?.active30),
    total('device', w.withDevice, data?.withDevice),
    total('disabled', a.disabled, data?.disabled),
  ]
  const choices: Readonly<Record<string, Partial<Chosen>>> = {
    all: {},
    today: { createdStart: data?.todayFrom },
    '1': { active: '1' },
    '7': { active: '7' },
    '30': { active: '30' },
    device: { hasDevice: 'true' },
    disabled: { enabled: 'false' },
  }
  return (
    <TotalsStrip
      label={w.totals}
      totals={totals}
      active={activeOf({ enabled, hasDevice, active, createdStart }, data?.todayFrom)}
      onChoose={(key) => onChoose({ ...nothingChosen, ...choices[key] })}
    />
  )
}

function activeOf({ enabled, hasDevice, active, createdStart }: Choice, todayFrom: string | undefined): string | null {
  if (active !== undefined) return active
  if (enabled === false) return 'disabled'
  if (hasDevice === true) return 'device'
  if (createdStart !== undefined) return createdStart === todayFrom ? 'today' : null
  return enabled === undefined && hasDevice === undefined ? 'all' : null
}
