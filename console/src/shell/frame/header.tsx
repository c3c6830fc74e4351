import { useLocaleState, useWords } from '../../platform/locale.ts'
import { useScheme } from '../../platform/scheme.ts'
import { useUnitState } from '../../platform/units.ts'
import { Bell } from '../../message/bell/bell.tsx'
import { JobTray } from '../../job/job-tray.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { shellText } from '../shell.text.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import css from './frame.module.css'
import { UserMenu } from './user-menu.tsx'

type Props = { path: string; isFolded: boolean; onFold: () => void; onPalette: () => void }

/** From left to right: menu toggle, breadcrumb, palette, unit, language, theme, messages, jobs, user. */
export function Header({ path, isFolded, onFold, onPalette }: Props) {
  const w = useWords(shellText)
  const { locale, setLocale } = useLocaleState()
  const { scheme, choose: chooseScheme } = useScheme()
  const { system, choose: chooseUnits } = useUnitState()
  return (
    <Row.header gap="8" padding="0 24 0 16" align="center" ground="paper" rigid borderBottom className={css.header}>
      <IconButton
        icon="sidebar"
        iconSize="large"
        label={isFolded ? w.unfoldMenu : w.foldMenu}
        aria-expanded={!isFolded}
        onClick={onFold}
      />
      <Breadcrumb path={path} />
      <Row.button
        gap="8"
        align="center"
        height="32"
        border="line"
        radius="s"
        ground="canvas"
        tone="ink-3"
        textAlign="left"
        marginRight="8"
        overflow="hidden"
        type="button"
        className={css.palette}
        aria-label={w.paletteOpenKey}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={onPalette}
      >
        <Icon name="search" />
        <Text cut grow>
          {w.paletteOpen}
        </Text>
        <Text.kbd border="line" radius="xs" ground="paper" tone="ink-3" nowrap>
          Ctrl K
        </Text.kbd>
      </Row.button>
      {/* On a phone they are in the menu of the user alone. */}
      <Row.span inline gap="8" rigid className={css.switches}>
        <Segments
          label={w.units}
          value={system}
          onChange={chooseUnits}
          options={[
            { value: 'metric', label: '°C' },
            { value: 'british', label: '°F' },
          ]}
        />
        <Segments
          label={w.language}
          value={locale}
          onChange={setLocale}
          options={[
            { value: 'en', label: 'EN', lang: 'en' },
            { value: 'zh', label: '中文', lang: 'zh' },
          ]}
        />
      </Row.span>
      <IconButton
        icon={scheme === 'dark' ? 'sun' : 'moon'}
        iconSize="large"
        label={scheme === 'dark' ? w.toLight : w.toDark}
        onClick={() => chooseScheme(scheme === 'dark' ? 'light' : 'dark')}
      />
      <Bell />
      <JobTray />
      <UserMenu />
    </Row.header>
  )
}
