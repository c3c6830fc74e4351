/**
 * The development server forwards these to an api process: calls, and the live connection of each page with its own
 * `Origin` and `Host`.
 */
export const devProxy = (apiPort: number) => ({
  '/api': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false, ws: true },
})
