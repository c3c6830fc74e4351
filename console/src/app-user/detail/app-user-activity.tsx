import { appTypeWords } from '@brigade/contract/app-user/app-type.text.ts'
import type { AppUserDetail } from '@brigade/contract/app-user/app-user.model.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Box } from '../../ui/layout/layout.tsx'
import { DetailBody } from '../../ui/page/detail-body.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { appUserDetailText } from '../app-user.text.ts'

/** The app versions and phones that the person uses, and the days of use. */
export function AppUserActivity({ person }: { person: AppUserDetail }) {
  const types = useWords(appTypeWords)
  const w = useWords(appUserDetailText)
  const locale = useLocale()
  return (
    <DetailBody>
      <Panel title={w.days}>
        {person.days.length === 0 ? (
          <Box.p padding="12 16">{w.noCalls}</Box.p>
        ) : (
          <FactList
            facts={person.days.map(({ day, calls }) => ({ key: day, label: day, value: formatNumber(calls) }))}
          />
        )}
      </Panel>
      <Panel title={w.apps}>
        <FactList
          facts={[
            { key: 'language', label: w.language, value: w[`language-${person.locale}`] },
            { key: 'zone', label: w.timeZone, value: person.timeZone },
            ...person.installations.map(({ type, version, system, lastCallAt }) => ({
              key: `${type} ${version}`,
              label: `${types[type]} ${version}`,
              value: [system, formatTime(lastCallAt)].filter(Boolean).join(' · '),
            })),
          ]}
        />
      </Panel>
      <Panel title={w.failures}>
        {person.failures.length === 0 ? (
          <Box.p padding="12 16">{w.noFailures}</Box.p>
        ) : (
          <FactList
            facts={person.failures.map(({ id, at, what, code }) => ({
              key: id,
              label: formatTime(at),
              value: `${what[locale]} (${code})`,
            }))}
          />
        )}
      </Panel>
    </DetailBody>
  )
}
