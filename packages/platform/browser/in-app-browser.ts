/**
 * Browsers inside of other apps. Google refuses to sign anyone in there, and what they store is gone once the app closes them. `; wv)` is
 * Android's WebView.
 */
const inAppPattern = /\b(?:Instagram|FBAN|FBAV|FB_IAB|FBIOS|LinkedInApp|musical_ly|BytedanceWebview|TikTok|trill_)|; wv\)/i

export const isInAppBrowser = (userAgent: string): boolean => inAppPattern.test(userAgent)
