/** Limits of the services, as their documentation gave them in November 2026. */
export const PLATFORM = {
  firestore: {
    /** To one document, sustained: a guideline. https://firebase.google.com/docs/firestore/best-practices */
    documentWrites: 1,
    /** To documents with an indexed field that only grows, as a time does. Same page, "Index exemptions". */
    sequentialWrites: 500,
    /** 1 MiB. https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields */
    documentBytes: 2 ** 20,
    /** A new collection starts here and may grow by half every five minutes. Same page, "Ramping up traffic". */
    rampStart: 500,
    rampFactor: 1.5,
    rampMinutes: 5,
  },
  tasks: {
    /** Of one queue. https://cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues#RateLimits */
    dispatchesASecond: 500,
    concurrentDispatches: 5000,
  },
  run: {
    /** Of a new project, per region: docs/decisions/027. */
    newProjectCpus: 20,
    /**
     * A baseline quota of a region, as in Google's example. More is a matter of negotiation, or of another region.
     * https://cloud.google.com/run/docs/configuring/max-instances-limits
     */
    regionCpus: 1000,
  },
  storage: {
    /** Of a bucket, before it scales by itself. https://cloud.google.com/storage/docs/request-rate */
    writesASecond: 1000,
  },
  cloudinary: {
    /**
     * Admin API calls an hour, on a paid plan.
     * https://support.cloudinary.com/hc/en-us/articles/202520892-Are-Cloudinary-APIs-rate-limited
     */
    adminCallsAnHour: 2000,
  },
  /** Requests a second to providers. All depend on plan and contract: read your own in their consoles. */
  providers: {
    /**
     * gpt-image-2, 250 images a minute in the highest tier; that of 2.5 was not found.
     * https://wavespeed.ai/blog/posts/gpt-image-2-rate-limits-2026/, after https://developers.openai.com/api/docs/models/gpt-image-2
     */
    openai: 250 / 60,
    /**
     * 150 requests in 10 s.
     * https://stabilityplatform.freshdesk.com/support/solutions/articles/150000186026-api-key-rate-limit-information
     */
    stability: 15,
    /** https://docs.x.ai/docs/key-information/consumption-and-rate-limits */
    xai: 5,
  },
} as const;
