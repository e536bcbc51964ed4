import type { FastifyHelmetOptions } from '@fastify/helmet'

/**
 * Only our own scripts, none inline. Inline styles are the component library's. HTTPS is enforced only where it is
 * known to be used.
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
    // CSRF guard (auth.ts) needs the origin; other sites learn nothing.
    referrerPolicy: { policy: 'same-origin' },
  }
}
