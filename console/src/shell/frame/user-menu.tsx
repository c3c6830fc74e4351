import { useRouterState } from '@tanstack/react-router'
import { Suspense, lazy, startTransition, useEffect, useEffectEvent } from 'react'
import { useCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { languageNames, useLocaleState, useWords } from '../../platform/locale.ts'
import { schemeChoices, useScheme } from '../../platform/scheme.ts'
import { useSession } from '../../platform/session.ts'
import { useUnitState } from '../../platform/units.ts'
import { Avatar } from '../../session/avatar.tsx'
import { leaveOpenedConsole } from '../../session/use-leave.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { ActionMenu, type MenuAction } from '../../ui/menu/action-menu.tsx'
import { shellText } from '../shell.text.ts'
import { takeRequestedDialog } from './requested-dialog.ts'
import css from './frame.module.css'

const PersonalInfo = lazy(() =>
  import('../../session/personal-info.tsx').then((module) => ({ default: module.PersonalInfo })),
)
const ChangePassword = lazy(() =>
  import('../../session/change-password.tsx').then((module) => ({ default: module.ChangePassword })),
)
const OwnSessions = lazy(() =>
  import('../../session/own-sessions.tsx').then((module) => ({ default: module.OwnSessions })),
)
const OwnOpenings = lazy(() =>
  import('../../session/own-openings.tsx').then((module) => ({ default: module.OwnOpenings })),
)
const NotifySheet = lazy(() =>
  import('../../message/notify/notify-sheet.tsx').then((module) => ({ default: module.NotifySheet })),
)
const SignOutConfirm = lazy(() =>
  import('../../session/sign-out-confirm.tsx').then((module) => ({ default: module.SignOutConfirm })),
)

type Opened = 'info' | 'notify' | 'password' | 'sessions' | 'openings' | 'sign-out' | null

/** Spec 2: personal info, change password, language, logout with a confirmation; beside them sessions, theme and units. */
export function UserMenu() {
  const w = useWords(shellText)
  const user = useSession((session) => session.user)
  const { locale, setLocale } = useLocaleState()
  const { choice, choose: chooseScheme } = useScheme()
  const { system, choose: chooseUnits } = useUnitState()
  const [opened, setOpened] = useKept<Opened>('user menu', null)
  const close = (): void => setOpened(null)
  const open = (what: Opened): void => startTransition(() => setOpened(what))
  const themeName = { system: w.themeSystem, light: w.themeLight, dark: w.themeDark } as const
  const nextScheme = schemeChoices[(schemeChoices.indexOf(choice) + 1) % schemeChoices.length] ?? 'system'
  const name = user?.name ?? ''
  const can = useCan()
  const isOpened = useSession((session) => session.isOpened)
  useRequestedDialog((requested) => {
    if (!isOpened) open(requested)
  })
  const hasOpenings = user !== null && user.organisation.kind !== 'platform' && can('account:view')
  // Profile, password and sessions belong to the caller's own console.
  const own: MenuAction[] = [
    { key: 'info', icon: 'user', label: w.personalInfo, onClick: () => open('info') },
    { key: 'password', icon: 'key', label: w.changePassword, onClick: () => open('password') },
    { key: 'sessions', icon: 'screen', label: w.ownSessions, onClick: () => open('sessions') },
    { key: 'notify', icon: 'message', label: w.notifications, onClick: () => open('notify') },
    ...(hasOpenings
      ? [{ key: 'openings', icon: 'eye' as const, label: w.ownOpenings, onClick: () => open('openings') }]
      : []),
  ]
  const actions: MenuAction[] = [
    ...(isOpened ? [] : own),
    {
      key: 'language',
      icon: 'language',
      label: w.language,
      note: languageNames[locale],
      startsGroup: true,
      onClick: () => setLocale(locale === 'zh' ? 'en' : 'zh'),
    },
    { key: 'theme', icon: 'moon', label: w.theme, note: themeName[choice], onClick: () => chooseScheme(nextScheme) },
    {
      key: 'units',
      icon: 'temperature',
      label: w.units,
      note: system === 'metric' ? w.unitsMetric : w.unitsBritish,
      onClick: () => chooseUnits(system === 'metric' ? 'british' : 'metric'),
    },
    isOpened
      ? {
          key: 'leave',
          icon: 'sign-out',
          label: w.openedLeave,
          startsGroup: true,
          onClick: () => void leaveOpenedConsole(),
        }
      : { key: 'sign-out', icon: 'sign-out', label: w.signOut, startsGroup: true, onClick: () => open('sign-out') },
  ]
  return (
    <>
      <ActionMenu
        actions={actions}
        heading={
          <>
            <b>{name}</b>
            {user === null ? null : `${user.account} · ${locale === 'zh' ? user.roleName : user.enRoleName}`}
          </>
        }
        target={
          <button type="button" className={css.user} aria-label={name === '' ? w.personalInfo : undefined}>
            <Avatar name={name} file={user?.avatar ?? ''} />
            <span className={css.userName}>{name}</span>
            <Icon name="chevron-down" size="small" />
          </button>
        }
      />
      <OpenedDialog opened={opened} onClose={close} />
    </>
  )
}

/** Opens the dialog that an address requests, once its screen is mounted. */
function useRequestedDialog(onRequested: (requested: 'notify') => void): void {
  const address = useRouterState({ select: (state) => state.location.href })
  const onRequest = useEffectEvent(onRequested)
  useEffect(() => {
    const requested = takeRequestedDialog()
    if (requested !== null) onRequest(requested)
    // The address that asked was left already: it is looked at again with each one.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once an address
  }, [address])
}

/** The menu opens the chosen dialog. */
function OpenedDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      {opened === 'info' ? <PersonalInfo onClose={onClose} /> : null}
      {opened === 'notify' ? <NotifySheet onClose={onClose} /> : null}
      {opened === 'password' ? <ChangePassword onClose={onClose} /> : null}
      {opened === 'sessions' ? <OwnSessions onClose={onClose} /> : null}
      {opened === 'openings' ? <OwnOpenings onClose={onClose} /> : null}
      {opened === 'sign-out' ? <SignOutConfirm isOpen onClose={onClose} /> : null}
    </Suspense>
  )
}
