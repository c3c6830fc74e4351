// Before the first paint: the chosen scheme and language, so that neither flashes, and which kind of page opens, for its skeleton. The same keys as platform/remember.ts.
;(function () {
  function read(key, isOfTab) {
    try {
      return JSON.parse((isOfTab ? sessionStorage : localStorage).getItem('brigade.' + key))
    } catch {
      return null
    }
  }
  var chosen = read('scheme')
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  var root = document.documentElement
  root.dataset.theme = dark ? 'dark' : 'light'
  root.lang = read('locale') === 'zh' ? 'zh-CN' : 'en'
  var path = location.pathname
  // The key of a tab that is another organisation's console: platform/remember.ts.
  var isSignedIn = read('session') !== null || read('opened', true) !== null
  root.dataset.opens = path.startsWith('/data/dataWatch')
    ? 'wall'
    : isSignedIn && path !== '/login' && path !== '/verify-email'
      ? 'frame'
      : 'entry'
})()
