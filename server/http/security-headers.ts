import type { FastifyHelmetOptions } from '@fastify/helmet'

/**
 * What a page of ours may do: only its own scripts, never one written into the page. Styles may stand inline, for the
 * component library sets them so. HTTPS is insisted on only where the product is known to be served by it.
 */
export const securityHeaders = (publicUrl: string | undefined): FastifyHelmetOptions => {
  const isHttps = publicUrl?.startsWith('https:') === true
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps,
    // Our own requests say where they come from (auth.ts); other sites learn nothing.
    referrerPolicy: { policy: 'same-origin' },
  }
}
