import { killMidSync } from '@brigade/server/testing/recipe/kill-mid-sync.ts'
import { startOvenApp } from '@brigade/server/testing/recipe/oven-app.ts'

export const recipeDefaults = { devices: 500 }

/** Sends recipes to many ovens, and kills workers and connectors in the middle. */
export async function killRecipes({ devices }: Readonly<{ devices: number }>): Promise<boolean> {
  const app = await startOvenApp({ roles: ['api'] })
  try {
    const from = performance.now()
    const { saves, again } = await killMidSync(app, devices, 300_000)
    process.stdout.write(
      `${devices} ovens hold what was published after ${Math.round((performance.now() - from) / 1000)} s: ${saves} commands, ${again} of them over a second connection, as the first ended before the answer\n`,
    )
    return true
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return false
  } finally {
    await app.stop()
  }
}
