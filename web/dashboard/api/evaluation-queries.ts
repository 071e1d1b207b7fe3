import { api } from "./client.ts";
import { readQuery } from "./read-query.ts";

/** A running evaluation is polled often. While none is running, rarely: mostly updates start a new one. */
const whileRunning = 2_000;
const whileIdle = 30_000;

export const judgedQuestionsQuery = (projectId: string) =>
  readQuery(["evaluation", projectId, "questions"], (options) => api.listEvaluationQuestions({ projectId }, options));

export const evaluationsQuery = (projectId: string, isRunning = false) =>
  readQuery(["evaluation", projectId, "runs"], (options) => api.listEvaluations({ projectId }, options), {
    refetchInterval: isRunning ? whileRunning : whileIdle,
  });

export const evaluationQuery = (projectId: string, id: string) =>
  readQuery(["evaluation", projectId, "run", id], (options) => api.getEvaluation({ projectId, id }, options));

/** The pages that could answer a question. */
export const pageSearchQuery = (domain: string, query: string) =>
  readQuery(["page-search", domain, query], (options) => api.searchPages({ domain, query, pageSize: 8 }, options), {
    staleTime: whileIdle,
  });
