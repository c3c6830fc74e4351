import { spawnSync } from 'node:child_process'

/** A network of its own that is reached by two addresses, each over a cable of its own. */
export type Network = Readonly<{
  addresses: readonly [string, string]
  /** The command that runs a program there. */
  within: readonly string[]
  /** From now on nothing returns from this address, and nobody is told. */
  drop: (address: string) => void
  remove: () => void
}>

function run(...words: string[]): void {
  const [command = '', ...rest] = words
  const { status, stderr } = spawnSync(command, rest, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr.trim()}`)
}

/** Returns why it cannot be done here; undefined if it can. */
export function whyNotHere(): string | undefined {
  if (process.platform !== 'linux') return 'networks of their own are only made on Linux'
  if (process.getuid?.() !== 0) return 'only root may make a network of its own'
  const name = `brigade-try-${process.pid}`
  const { status, stderr, error } = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' })
  if (error !== undefined || status !== 0)
    return `a network of its own cannot be made here: ${error?.message ?? stderr.trim()}`
  spawnSync('ip', ['netns', 'del', name])
  const mounted = spawnSync('unshare', ['-m', 'true'], { encoding: 'utf8' })
  return mounted.status === 0 ? undefined : `names cannot be changed for one process here: ${mounted.stderr.trim()}`
}

/** Makes the network. The addresses are of a range that no network uses (RFC 2544). */
export function makeNetwork(): Network {
  const name = `brigade-${process.pid}`
  const third = process.pid % 250
  const cables = [0, 1].map((index) => ({
    near: `bg${process.pid % 100_000}n${index}`,
    far: `bg${process.pid % 100_000}f${index}`,
    nearAddress: `198.18.${third}.${4 * index + 1}`,
    farAddress: `198.18.${third}.${4 * index + 2}`,
  }))
  run('ip', 'netns', 'add', name)
  const within = ['ip', 'netns', 'exec', name]
  for (const { near, far, nearAddress, farAddress } of cables) {
    run('ip', 'link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
    run('ip', 'addr', 'add', `${nearAddress}/30`, 'dev', near)
    run('ip', 'link', 'set', near, 'up')
    run(...within, 'ip', 'addr', 'add', `${farAddress}/30`, 'dev', far)
    run(...within, 'ip', 'link', 'set', far, 'up')
  }
  return {
    addresses: [cables[0]?.farAddress ?? '', cables[1]?.farAddress ?? ''],
    within,
    drop: (address) => {
      const nearAddress = cables.find(({ farAddress }) => farAddress === address)?.nearAddress ?? ''
      // Packets that arrive there are accepted, but no answer finds its way back.
      run(...within, 'ip', 'route', 'add', 'blackhole', `${nearAddress}/32`)
    },
    remove: () => {
      spawnSync('ip', ['netns', 'del', name])
      for (const { near } of cables) spawnSync('ip', ['link', 'del', near])
    },
  }
}
