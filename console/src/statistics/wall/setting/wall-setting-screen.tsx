import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { ListPage } from '../../../ui/list-page/list-page.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { LinkList } from './link-list.tsx'
import { SettingForm } from './setting-form.tsx'
import css from './setting.module.css'
import { settingText } from './setting.text.ts'

/** What an organisation sets of its data wall, and the links that show it. */
export function WallSettingScreen() {
  const w = useWords(settingText)
  const { data, error, refetch } = useQuery(ask(wallApi.setting, {}, { quiet: true }))
  return (
    <ListPage
      title={w.title}
      primary={
        <span className={css.open}>
          <a href="/data/dataWatch">{w.openZh}</a>
          <a href="/data/dataWatchEn">{w.openEn}</a>
        </span>
      }
    >
      <div className={css.page}>
        {error !== null && data === undefined ? (
          <ErrorPanel message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Panel title={w.look} note={data === undefined ? undefined : w.of({ name: data.organisation.name })}>
            <div className={css.form} aria-busy={data === undefined}>
              {data === undefined ? null : <SettingForm key={data.updatedAt ?? ''} setting={data} />}
            </div>
          </Panel>
        )}
        <Panel title={w.links} note={w.linksHint}>
          <LinkList own={data?.organisation} />
        </Panel>
      </div>
    </ListPage>
  )
}
