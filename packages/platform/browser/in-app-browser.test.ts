import { expect, test } from 'vitest'
import { isInAppBrowser } from './in-app-browser.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36'

test.each([
  ['Instagram', `${iPhone} Mobile/15E148 Instagram 390.0.0.28.85 (iPhone14,5; iOS 18_5; pt_BR; scale=3.00)`],
  ['Facebook on iOS', `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBBV/756351453]`],
  ['Facebook on Android', `Mozilla/5.0 (Linux; Android 15; SM-S921B; wv) ${android} [FB_IAB/FB4A;FBAV/520.0.0.42.98;]`],
  ['LinkedIn', `${iPhone} Mobile/15E148 [LinkedInApp]/9.31.1`],
  ['TikTok', `${iPhone} Mobile/15E148 musical_ly_39.8.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6`],
  ['an Android WebView', `Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) ${android}`],
])('%s is a browser inside of an app', (_, userAgent) => expect(isInAppBrowser(userAgent)).toBe(true))

test.each([
  ['Safari', `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Chrome on iOS', `${iPhone} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`],
])('%s is a browser of its own', (_, userAgent) => expect(isInAppBrowser(userAgent)).toBe(false))
