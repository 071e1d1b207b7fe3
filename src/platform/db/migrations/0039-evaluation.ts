import type { Migration } from "../migration.ts";

export const evaluation: Migration = {
  name: "evaluation",
  async up(tx) {
    await tx.schema.alterTable("turns").addColumn("reason", "text").execute();
    await tx.schema.alterTable("turns").addColumn("version", "text").execute();
    await tx.schema
      .createTable("evaluation_questions")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("question", "text", (column) => column.notNull())
      .addColumn("earlier", "text", (column) => column.notNull())
      .addColumn("language", "text")
      .addColumn("version", "text")
      .addColumn("page", "text")
      .addColumn("expected", "text", (column) => column.notNull())
      .addColumn("not_in_docs", "integer", (column) => column.notNull())
      .addColumn("note", "text")
      .addColumn("judgment", "text")
      // Not a reference: retention deletes conversations, but not what was learned from them.
      .addColumn("answer_id", "text")
      .addColumn("answer", "text")
      .addColumn("outcome", "text")
      .addColumn("cited", "text", (column) => column.notNull())
      .addColumn("judged_by", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex("evaluation_questions_by_project")
      .on("evaluation_questions")
      .columns(["project_id", "id"])
      .execute();
    await tx.schema
      .createIndex("evaluation_questions_by_answer")
      .on("evaluation_questions")
      .columns(["project_id", "answer_id"])
      .unique()
      .execute();
    await tx.schema
      .createTable("evaluations")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("update_id", "text")
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("question_count", "integer", (column) => column.notNull())
      .addColumn("right_count", "integer", (column) => column.notNull())
      .addColumn("partly_count", "integer", (column) => column.notNull())
      .addColumn("wrong_count", "integer", (column) => column.notNull())
      .addColumn("unknown_count", "integer", (column) => column.notNull())
      .addColumn("better_count", "integer", (column) => column.notNull())
      .addColumn("worse_count", "integer", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("ended_at", "bigint")
      .execute();
    await tx.schema.createIndex("evaluations_by_project").on("evaluations").columns(["project_id", "id"]).execute();
    await tx.schema
      .createTable("evaluation_results")
      .addColumn("evaluation_id", "text", (column) => column.notNull().references("evaluations.id").onDelete("cascade"))
      .addColumn("question_id", "text", (column) =>
        column.notNull().references("evaluation_questions.id").onDelete("cascade"),
      )
      .addColumn("result", "text", (column) => column.notNull())
      .addColumn("result_before", "text")
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("cited", "text", (column) => column.notNull())
      .addColumn("is_same_text", "integer")
      .addColumn("answer", "text")
      .addPrimaryKeyConstraint("evaluation_results_key", ["evaluation_id", "question_id"])
      .execute();
    await tx.schema
      .createIndex("evaluation_results_by_question")
      .on("evaluation_results")
      .columns(["question_id", "evaluation_id"])
      .execute();
  },
};
